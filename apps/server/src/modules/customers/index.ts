export { type Customers, createCustomers } from './create-customers.ts';
