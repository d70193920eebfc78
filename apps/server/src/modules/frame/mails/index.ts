export { composeMail, type MailContent, withoutLinks } from './compose-mail.ts';
