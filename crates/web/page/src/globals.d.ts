/** Set by the build: the page and its machines are one file. */
declare const ONE_FILE: boolean;
/** Set by the build: what the service worker keeps, and the name of this version. */
declare const SHELL: string[];
declare const VERSION: string;
