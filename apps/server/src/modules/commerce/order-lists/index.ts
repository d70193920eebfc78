export { orderListData } from './personal-data.ts';
