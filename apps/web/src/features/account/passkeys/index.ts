export { PasskeysPanel, usePasskeys } from './passkeys.tsx';
