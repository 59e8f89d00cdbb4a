/** Writes a schema version into a space that no build knows yet. Task: { at, version } */
import { Database } from '../../../dist/store/database.js';

const { at, version } = JSON.parse(process.argv[2]);
const database = await Database.open(at, {}, process.pid);
await database.accept();
const space = await database.space('default');
await space.run('UPDATE meta:space SET version = $version', { version });
await space.close();
