/** An event that finished, or that the customer should know about, while they were elsewhere. */
export type Notification = {
  key: string;
  title: string;
  detail?: string;
  /** When it happened: a UTC instant, RFC 3339. */
  at: string;
  /** Address of its page. */
  href: string;
  isFailure?: boolean;
};
