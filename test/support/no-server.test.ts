import { test } from 'vitest';

test('needs a SurrealDB server: `surreal` in ../shared/bin or on the PATH', (context) => context.skip());
