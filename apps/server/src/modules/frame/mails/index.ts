export { composeMail } from './compose-mail.ts';
export { findRecipient, findRecipients, type Recipient } from './recipients.ts';
