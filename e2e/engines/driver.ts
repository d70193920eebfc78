/** What a journey needs of a browser, whatever protocol the browser speaks. Everything rejects with the browser's own words. */
export type Driver = {
  open(url: string): Promise<void>;
  /** The JSON value of a JavaScript expression on the page, which may be a promise. */
  evaluate(expression: string): Promise<unknown>;
  /** Input sources with their ticks, which both protocols spell alike. */
  perform(actions: readonly InputSource[]): Promise<void>;
  /** Gives files to the input that this CSS selector finds. */
  pickFiles(selector: string, paths: readonly string[]): Promise<void>;
  back(): Promise<void>;
  /** A PNG of the window, in Base64. */
  picture(): Promise<string>;
  close(): Promise<void>;
};

type Tick =
  | { type: 'pointerMove'; x: number; y: number }
  | { type: 'pointerDown' | 'pointerUp'; button: 0 }
  | { type: 'keyDown' | 'keyUp'; value: string }
  | { type: 'scroll'; x: number; y: number; deltaX: number; deltaY: number };

/** A point of the viewport, in CSS pixels. */
type Point = { x: number; y: number };
export type InputSource = { type: 'pointer' | 'key' | 'wheel'; id: string; actions: readonly Tick[] };

/** Names of keys as journeys write them, and their code points in WebDriver. */
const KEYS = {
  Enter: '\uE007',
  Control: '\uE009',
  Escape: '\uE00C',
  Space: ' ',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
};
export type Key = keyof typeof KEYS;

export const pressAt = ({ x, y }: Point): InputSource => ({
  type: 'pointer',
  id: 'mouse',
  actions: [
    { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ],
});

export const pressKey = (key: Key): InputSource => typing(KEYS[key]);

/** Presses the keys of this text one after another. */
export const typing = (text: string): InputSource => ({
  type: 'key',
  id: 'keyboard',
  actions: [...text].flatMap((value) => [
    { type: 'keyDown' as const, value },
    { type: 'keyUp' as const, value },
  ]),
});

/** Replaces whatever the focused field has. */
export const selectAll: InputSource = {
  type: 'key',
  id: 'keyboard',
  actions: [
    { type: 'keyDown', value: KEYS.Control },
    { type: 'keyDown', value: 'a' },
    { type: 'keyUp', value: 'a' },
    { type: 'keyUp', value: KEYS.Control },
  ],
};

export const wheelAt = ({ x, y }: Point, deltaY: number): InputSource => ({
  type: 'wheel',
  id: 'wheel',
  actions: [{ type: 'scroll', x, y, deltaX: 0, deltaY }],
});
