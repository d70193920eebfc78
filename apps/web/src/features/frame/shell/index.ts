export { NotFound, PageFailure } from './page-failure.tsx';
export { PlainFrame, Shell } from './shell.tsx';
export { ShellSkeleton, SignedInGate } from './signed-in-gate.tsx';
export { ThumbBar, ThumbButton } from './thumb-bar.tsx';
