export { SessionsPanel, useDeviceName } from './sessions.tsx';
