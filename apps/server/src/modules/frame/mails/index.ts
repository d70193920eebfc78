export { composeMail, type MailContent, withoutLinks } from './compose-mail.ts';
export { findRecipient, findRecipients, type Recipient } from './recipients.ts';
