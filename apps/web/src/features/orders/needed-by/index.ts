export { NeededByLine } from './needed-by-line.tsx';
export { neededByDialog } from './open-needed-by.ts';
