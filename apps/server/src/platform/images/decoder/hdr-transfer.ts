/** Luminance of paper white in a high dynamic range picture, in cd/m² (ITU-R BT.2408). */
const PAPER_WHITE = 203;
/** The luminance of PQ's highest value. */
const PQ_PEAK = 10_000;
const PQ = {
  m1: 2610 / 16384,
  m2: (2523 / 4096) * 128,
  c1: 3424 / 4096,
  c2: (2413 / 4096) * 32,
  c3: (2392 / 4096) * 32,
};

/** ITU-R BT.2100, PQ: light for a channel's value, where 1 is paper white. */
export function pqToLight(value: number): number {
  const power = value ** (1 / PQ.m2);
  return ((Math.max(power - PQ.c1, 0) / (PQ.c2 - PQ.c3 * power)) ** (1 / PQ.m1) * PQ_PEAK) / PAPER_WHITE;
}

const HLG = { a: 0.17883277, b: 0.28466892, c: 0.55991073 };
/** The value of paper white. */
const HLG_WHITE = 0.75;

const hlgScene = (value: number) =>
  value <= 0.5 ? value ** 2 / 3 : (Math.exp((value - HLG.c) / HLG.a) + HLG.b) / 12;

/**
 * ITU-R BT.2100, HLG: light for a channel's value, where 1 is paper white. On a screen of 300 cd/m², as bright as people look at
 * photos, the system's gamma is 1 (BT.2390), so that light in the scene is light on the screen.
 */
export const hlgToLight = (value: number): number => hlgScene(value) / hlgScene(HLG_WHITE);
