export type { MenuEntry } from './menu-entry.ts';
export { NotFound, PageFailure } from './page-failure.tsx';
export { PlainFrame, Shell } from './shell.tsx';
export { SignedInGate } from './signed-in-gate.tsx';
