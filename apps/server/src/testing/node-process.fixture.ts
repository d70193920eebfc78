import { pino } from 'pino';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';

/** A node as a process of its own, without the web app; tells its parent where it listens. */
const config = readConfig(process.env);
const log = pino({ level: config.logLevel });
const databaseUrl = config.database.url ?? '';
const app = await createApp({ config, databaseUrl, log, webFolder: null });
process.send?.(await app.http.listen({ host: '127.0.0.1', port: 0 }));
