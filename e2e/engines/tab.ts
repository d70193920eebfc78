import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@playwright/test';
import { type Driver, type Key, pressAt, pressKey, selectAll, typing, wheelAt } from './driver.ts';
import { choose, countOf, find, haveFocus, pointOf, textsOf, type Wanted } from './in-page.ts';

/** Visible elements by their role and accessible name, or by a CSS selector. */
export type Target = string | readonly [role: string, name?: string | RegExp];
/** Its downloads are saved in this folder. */
export type Tab = ReturnType<typeof createTab> & { downloads: string };
type Ask = ReturnType<typeof asker>;

const TIMEOUT_MS = 30_000;
const require = createRequire(import.meta.url);
const queries = readFileSync(require.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'));

/** A browser's only tab as a customer uses it: by mouse and keyboard, waiting for what they look for. */
export function createTab(driver: Driver, baseURL: string) {
  const ask = asker(driver);
  return {
    open: (address: string) => driver.open(new URL(address, baseURL).href),
    back: driver.back,
    pickFiles: driver.pickFiles,
    ...hands(driver, ask),
    ...eyes(driver, ask),
  };
}

function hands({ perform }: Driver, ask: Ask) {
  /** Presses the middle of an element once it stands still and nothing covers it. */
  const press = async (target: Target, nth = 0) => {
    let point: Awaited<ReturnType<typeof pointOf>> = null;
    await until(`${nameOf(target)} can be pressed`, async () => {
      point = await ask(target, pointOf, nth);
      return point !== null;
    });
    // Once: what failed half-way may have been pressed.
    if (point) await perform([pressAt(point)]);
  };
  return {
    press,
    /** Replaces what a field has. */
    async fill(target: Target, text: string) {
      await press(target);
      await perform([selectAll]);
      await perform([typing(text)]);
    },
    choose: (target: Target, option: string) =>
      until(`${nameOf(target)} offers ${option}`, () => ask(target, choose, option)),
    async key(...keys: Key[]) {
      for (const key of keys) await perform([pressKey(key)]);
    },
    /** Turns the wheel over the middle of the page, by CSS pixels. */
    wheel: (deltaY: number) => perform([wheelAt({ x: 600, y: 500 }, deltaY)]),
  };
}

function eyes({ evaluate }: Driver, ask: Ask) {
  return {
    ask,
    /** Waits until this many are visible, or any. */
    sees: (target: Target, count?: number) =>
      until(`${nameOf(target)} is seen`, async () => {
        const found = await ask(target, countOf, null);
        return count === undefined ? found > 0 : found === count;
      }),
    /** Waits until the text or value of an element contains this. */
    reads: (target: Target, text: string) =>
      until(`${nameOf(target)} reads ${text}`, async () => {
        const texts = await ask(target, textsOf, null);
        return texts.some((one) => one.includes(text));
      }),
    seesFocusOn: (target: Target) =>
      until(`${nameOf(target)} has the focus`, () => ask(target, haveFocus, null)),
    /** Waits until the address has such a path. */
    isAt: (path: RegExp) =>
      expect.poll(() => evaluate('location.pathname'), { timeout: TIMEOUT_MS }).toMatch(path),
  };
}

/** What a function of `in-page.ts` makes of the visible elements. */
function asker({ evaluate }: Driver) {
  return async <Arg, Value>(
    target: Target,
    question: (found: HTMLElement[], arg: Arg) => Value,
    arg: Arg,
  ): Promise<Awaited<Value>> => {
    if (!(await evaluate('"TestingLibraryDom" in globalThis'))) await evaluate(`(() => {${queries}})()`);
    const found = `(${find})(${JSON.stringify(wantedOf(target))})`;
    return (await evaluate(`(${question})(${found}, ${JSON.stringify(arg)})`)) as Awaited<Value>;
  };
}

function wantedOf(target: Target): Wanted {
  if (typeof target === 'string') return { selector: target };
  const [role, name] = target;
  return name instanceof RegExp ? { role, pattern: name.source } : { role, name };
}

const nameOf = (target: Target) => (typeof target === 'string' ? target : target.join(' '));

/** Errors count as 'not yet', because the page may be replaced while it answers. */
async function until(expected: string, isSo: () => Promise<boolean>): Promise<void> {
  const orNotYet = () => isSo().catch((error: Error) => error.message);
  await expect.poll(orNotYet, { message: expected, timeout: TIMEOUT_MS, intervals: [50] }).toBe(true);
}
