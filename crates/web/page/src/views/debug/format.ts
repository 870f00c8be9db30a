/** Ways to write bits. */
import type { NumberFormat } from "../../state/settings";
import type { RegisterValue } from "../../worker/protocol";

/** A register's value in a format; `auto` is what the debugger says. */
export function formatted(register: RegisterValue, format: NumberFormat): string {
  const bits = BigInt(`0x${register.hex || "0"}`);
  const width = register.hex.length > 8 ? 64 : 32;
  switch (format) {
    case "auto":
      return register.text;
    case "hex":
      return `0x${register.hex}`;
    case "decimal":
      return String(BigInt.asIntN(width, bits));
    case "unsigned":
      return String(bits);
    case "char":
      return characters(bits, width);
    case "float":
      return float(bits, width);
  }
}

/** The bytes of a value as characters, the lowest first; what cannot be seen is a dot. */
function characters(bits: bigint, width: number): string {
  const bytes = Array.from({ length: width / 8 }, (_, k) => Number((bits >> BigInt(8 * k)) & 0xffn));
  while (bytes.length > 1 && bytes[bytes.length - 1] === 0) bytes.pop();
  return `'${bytes.map(character).join("")}'`;
}

export function character(byte: number): string {
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·";
}

function float(bits: bigint, width: number): string {
  const view = new DataView(new ArrayBuffer(8));
  if (width === 64) {
    view.setBigUint64(0, bits);
    return String(view.getFloat64(0));
  }
  view.setUint32(0, Number(bits & 0xffffffffn));
  return String(Math.fround(view.getFloat32(0)));
}

export function hex32(value: number): string {
  return `0x${(value >>> 0).toString(16).padStart(8, "0")}`;
}
