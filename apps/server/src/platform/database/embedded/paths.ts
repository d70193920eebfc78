import path from 'node:path';

/** The one role and the one database of an embedded cluster. */
export const DATABASE_NAME = 'keepsake';

/** Everything of one embedded cluster, under `<dataDir>/postgres`. All absolute. */
export type ClusterPaths = {
  dataDir: string;
  /** Holds the others. Appears whole, by one rename, when the cluster is made. */
  root: string;
  /** PGDATA. */
  data: string;
  password: string;
  log: string;
  pidFile: string;
  /** Folder of the Unix socket, unless its path is too long. */
  socketDir: string;
};

/** Names the files of the cluster. `dataDir` must be a real path: processes are recognised by it. */
export function clusterPaths(dataDir: string, root = path.join(dataDir, 'postgres')): ClusterPaths {
  const data = path.join(root, 'data');
  return {
    dataDir,
    root,
    data,
    password: path.join(root, 'password'),
    log: path.join(root, 'log'),
    pidFile: path.join(data, 'postmaster.pid'),
    socketDir: path.join(root, 'socket'),
  };
}
