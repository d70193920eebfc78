export { useTurnLeft } from './requested-turns.ts';
export { useTurnAction, useTurnSelectionAction } from './turn-action.tsx';
