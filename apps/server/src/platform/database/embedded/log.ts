type Write = (details: object, message: string) => void;

/** The part of the server's log that the database supervisor writes to. */
export type Log = { info: Write; warn: Write; error: Write };
