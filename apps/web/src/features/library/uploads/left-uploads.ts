import { useEffect } from 'react';
import { useCustomer } from '#/shared/session.ts';
import { prepareImport } from './import-opener.ts';
import { hasUnfinishedUploads } from './unfinished-uploads.ts';

/** Shows what an earlier visit did not finish uploading. The import's code is loaded only if there is something. */
export function LeftUploads(): null {
  const { sub } = useCustomer();
  useEffect(() => {
    void hasUnfinishedUploads(sub).then((isLeft) => isLeft && prepareImport());
  }, [sub]);
  return null;
}
