export { createCustomers } from './create-customers.ts';
export { findEmails } from './store.ts';
