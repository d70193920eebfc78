export { myDataGroup } from './group.tsx';
export { MyDataPage } from './my-data-page.tsx';
export { useMyDataNotifications } from './queries.ts';
