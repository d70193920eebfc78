import { restartWithoutTypeStripper } from './restart-without-type-stripper.ts';

/** Prints whether it was restarted, and whether Node has its compiler in memory. */
restartWithoutTypeStripper();
const { moduleLoadList } = process as unknown as { moduleLoadList: readonly string[] };
const hasCompiler = moduleLoadList.some((name) => name.includes('amaro/dist'));
const times: number = 'KEEPSAKE_BEGUN_ANEW' in process.env ? 2 : 1;
console.log(JSON.stringify({ times, hasCompiler }));
