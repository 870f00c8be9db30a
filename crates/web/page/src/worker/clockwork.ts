/**
 * When the program runs: in slices of about ten milliseconds, with all messages between two of them.
 * A worker has no other way to hear that it is to stop.
 */

const SLICE = 10;
const FIRST_FUEL = 100_000;
const LEAST_FUEL = 1_000;
const MOST_FUEL = 20_000_000;
/** A program that sleeps for each of its pictures makes up for so many milliseconds of delay. */
const LATE = 50;

export class Clockwork {
  private fuel = FIRST_FUEL;
  private ticking = false;
  private wake = 0;
  /** A message to oneself comes after those that are there, without the delay of a timer. */
  private readonly self = new MessageChannel();

  /** `slice` runs so many instructions, and says after how many milliseconds to go on; null: not at all. */
  constructor(private readonly slice: (fuel: number) => number | null) {
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
    const pause = this.slice(this.fuel);
    const took = Math.max(performance.now() - began, 0.01);
    if (pause === 0) {
      // What an instruction takes changes with what the program does: half of the way at a time.
      const fits = this.fuel * Math.min(Math.max(SLICE / took, 0.25), 4);
      this.fuel = Math.min(Math.max((this.fuel + fits) / 2, LEAST_FUEL), MOST_FUEL);
      this.wind();
    } else if (pause !== null) {
      this.sleep(began, pause);
    }
  }

  /** Goes on when the program has slept enough: what came before counts for the time that it slept. */
  private sleep(began: number, time: number): void {
    this.wake = Math.max(this.wake, began - LATE) + time;
    this.ticking = true;
    setTimeout(() => this.tick(), Math.max(this.wake - performance.now(), 0));
  }
}
