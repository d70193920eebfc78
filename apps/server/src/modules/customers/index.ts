export { createCustomers } from './create-customers.ts';
