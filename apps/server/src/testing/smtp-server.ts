import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail server on its own port unless one is given, which records recipients and texts. */
export async function startSmtpServer(port = 0) {
  const recipients: string[] = [];
  const texts: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      text(stream).then((content) => {
        // Undoes quoted-printable: '=' at the end of a line breaks it, and a literal '=' is encoded.
        texts.push(content.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='));
        recipients.push(...session.envelope.rcptTo.map(({ address }) => address));
        done();
      }, done);
    },
  });
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    recipients,
    texts,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
