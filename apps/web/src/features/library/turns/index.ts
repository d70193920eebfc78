export { useTurnLeft } from './requested-turns.ts';
export { useTurnAction } from './turn-action.tsx';
