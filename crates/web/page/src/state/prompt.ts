/** Small questions: a text, or yes and no. Answered in a dialog of the page. */
import { signal } from "@preact/signals";

export interface Question {
  title: string;
  /** The text to begin with; null: yes or no. */
  initial: string | null;
  hint?: string;
  answer: (text: string | null) => void;
}

export const question = signal<Question | null>(null);

/** Asks for a text; null if the user would rather not. */
export function prompt(title: string, initial = "", hint?: string): Promise<string | null> {
  return new Promise((resolve) => {
    question.peek()?.answer(null);
    const answer = (text: string | null) => {
      question.value = null;
      resolve(text);
    };
    question.value = hint ? { title, initial, hint, answer } : { title, initial, answer };
  });
}

/** Asks whether to go on. */
export async function confirm(title: string): Promise<boolean> {
  return new Promise((resolve) => {
    question.peek()?.answer(null);
    question.value = {
      title,
      initial: null,
      answer: (text) => {
        question.value = null;
        resolve(text !== null);
      },
    };
  });
}
