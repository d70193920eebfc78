export { createCustomers } from './create-customers.ts';
export { findByEmail, findCustomer, findEmails } from './store.ts';
