import './conventions.ts';
