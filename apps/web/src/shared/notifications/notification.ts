/** Something that came to an end, or is to be known, while the customer was busy elsewhere. */
export type Notification = {
  key: string;
  title: string;
  detail?: string;
  /** When it happened: a UTC instant, RFC 3339. */
  at: string;
  /** Address of the page where it is found again. */
  href: string;
  isFailure?: boolean;
};
