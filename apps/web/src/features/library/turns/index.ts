export { useTurnLeft } from './asked-turns.ts';
export { useTurnAction } from './turn-action.tsx';
