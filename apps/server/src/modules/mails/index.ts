export { composeMail, type MailContent } from './compose-mail.ts';
export { findRecipient, type Recipient } from './find-recipient.ts';
