import type { Address } from './address.ts';

/** Settings of the embedded server. Given on the command line, so no file of the cluster is ever edited. */
export function postgresSettings({ address, durable }: { address: Address; durable: boolean }): string[] {
  const settings = {
    listen_addresses: address.socketDir ? '' : '127.0.0.1',
    port: address.port,
    // A list of folders: quoted, because a path may hold commas and blanks.
    unix_socket_directories: address.socketDir ? `"${address.socketDir.replaceAll('"', '""')}"` : '',
    unix_socket_permissions: '0700',
    max_connections: 100,
    shared_buffers: '128MB',
    // Our queries are short; compiling one takes longer than running it.
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    fsync: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    synchronous_commit: 'on',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
