export { useSameMomentAction } from './same-moment-action.tsx';
