/** QR codes as a path of an SVG. */
import qrcode from "qrcode-generator";

/** The most characters that fit. */
export const MOST = 2900;

export interface Code {
  size: number;
  path: string;
}

export function code(text: string): Code | null {
  if (text.length > MOST) return null;
  const made = qrcode(0, "L");
  made.addData(text, "Byte");
  made.make();
  const size = made.getModuleCount();
  let path = "";
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) if (made.isDark(row, column)) path += `M${column} ${row}h1v1h-1z`;
  }
  return { size, path };
}
