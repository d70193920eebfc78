export { createCustomers } from './create-customers.ts';
export { findByEmail, findEmails } from './store.ts';
