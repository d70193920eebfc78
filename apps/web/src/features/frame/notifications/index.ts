export type { Notification } from './notification.ts';
export { NotificationsBell } from './notifications-bell.tsx';
