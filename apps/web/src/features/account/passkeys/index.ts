export { PasskeysPanel } from './passkeys.tsx';
export { usePasskeys } from './queries.ts';
