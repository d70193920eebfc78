import * as z from 'zod/mini';
import { id, instant } from './fields.ts';

/** Where the push channel is, below the push service. */
export const PUSH_SOCKET_PATH = '/socket';
/** The server's plain answer to a good `authenticate`. */
export const PUSH_OK = 'OK';

/** First frame of a client, and again before its token ends. */
export const pushAuthenticate = z.object({
  action: z.literal('authenticate'),
  token: z.string().check(z.maxLength(8_192)),
});

const envelope = { id, timestamp: instant };

/** The library changed: new photos, thumbnails that became ready or failed, deleted photos. */
const photosChanged = z.object({
  ...envelope,
  type: z.literal('photos-changed'),
  data: z.object({
    change: z.enum(['added', 'ready', 'failed', 'deleted']),
    /** Up to 100 ids; empty means 'many'. */
    photoIds: z.array(id),
  }),
});

/** Union of what the server sends; clients ignore what does not parse. */
export const pushMessage = z.discriminatedUnion('type', [photosChanged]);
export type PushMessage = z.infer<typeof pushMessage>;
