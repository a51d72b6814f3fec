import { expect, test } from "vitest";

import { Awake } from "../src/table/awake";

/** A screen that counts the locks on it.  A browser lets go of all when the page is not seen. */
class Screen {
  locks: { released: boolean; release: () => Promise<void> }[] = [];
  refuses = false;

  request = async () => {
    if (this.refuses) throw new DOMException("not now", "NotAllowedError");
    const lock = { released: false, release: async () => void (lock.released = true) };
    this.locks.push(lock);
    return lock as unknown as WakeLockSentinel;
  };
  hide = () => this.locks.forEach((lock) => (lock.released = true));
  get on() {
    return this.locks.filter(({ released }) => !released).length;
  }
}
const settled = () => new Promise((resolve) => setTimeout(resolve));

test("the screen stays on while one has a hand", async () => {
  const screen = new Screen();
  const awake = new Awake(screen);
  for (const wanted of [false, true, true, false, true]) {
    awake.keep(wanted);
    await settled();
    expect(screen.on).toBe(Number(wanted));
  }
  expect(screen.locks).toHaveLength(2);
});

test("it is asked for again when the page is seen again", async () => {
  const screen = new Screen();
  const awake = new Awake(screen);
  awake.keep(true);
  await settled();
  screen.hide();
  expect(screen.on).toBe(0);
  awake.look();
  await settled();
  expect(screen.on).toBe(1);
});

test("what comes after one has let go is let go", async () => {
  const screen = new Screen();
  const awake = new Awake(screen);
  awake.keep(true);
  awake.keep(false);
  await settled();
  expect(screen.on).toBe(0);
});

test("a browser that refuses, or cannot, is asked again later", async () => {
  const screen = new Screen();
  const awake = new Awake(screen);
  screen.refuses = true;
  awake.keep(true);
  await settled();
  screen.refuses = false;
  awake.look();
  await settled();
  expect(screen.on).toBe(1);
  new Awake(undefined).keep(true);
  await settled();
});
