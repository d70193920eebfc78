export { composeMail, type MailContent } from './compose-mail.ts';
export { findRecipient, findRecipients, type Recipient } from './recipients.ts';
