import { answerParent } from '../../../platform/worker-process.ts';
import { type ListToRead, readList } from './read-list.ts';

answerParent(async (file: ListToRead) => readList(file));
