export { NotFound, PageFailure } from './page-failure.tsx';
export { PlainFrame, Shell } from './shell.tsx';
export type { MenuEntry } from './side-menu.tsx';
export { SignedInGate } from './signed-in-gate.tsx';
