/**
 * When the program runs: in slices of about ten milliseconds, with all messages between two of them.
 * A worker has no other way to hear that it is to stop.
 */

const SLICE = 10;
const FIRST_FUEL = 100_000;
const LEAST_FUEL = 1_000;
const MOST_FUEL = 20_000_000;

export class Clockwork {
  private fuel = FIRST_FUEL;
  private ticking = false;
  /** A message to oneself comes after those that are there, without the delay of a timer. */
  private readonly self = new MessageChannel();

  /** `slice` runs so many instructions, and says whether to go on. */
  constructor(private readonly slice: (fuel: number) => boolean) {
    this.self.port1.onmessage = () => this.tick();
  }

  /** Sees to it that slices run as long as there is something to run. */
  wind(): void {
    if (!this.ticking) {
      this.ticking = true;
      this.self.port2.postMessage(null);
    }
  }

  private tick(): void {
    this.ticking = false;
    const began = performance.now();
    const goesOn = this.slice(this.fuel);
    const took = Math.max(performance.now() - began, 0.01);
    // What an instruction takes changes with what the program does: half of the way at a time.
    const fits = this.fuel * Math.min(Math.max(SLICE / took, 0.25), 4);
    this.fuel = Math.min(Math.max((this.fuel + fits) / 2, LEAST_FUEL), MOST_FUEL);
    if (goesOn) {
      this.wind();
    }
  }
}
