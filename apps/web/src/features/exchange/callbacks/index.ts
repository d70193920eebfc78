export { CallbacksPage } from './callbacks-page.tsx';
export { callbacksGroup } from './group.tsx';
