export { type Notification, NotificationsBell } from './notifications-bell.tsx';
