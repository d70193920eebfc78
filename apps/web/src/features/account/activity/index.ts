export { ActivityPanel } from './activity.tsx';
