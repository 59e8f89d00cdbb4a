/** The OpenAPI document: made from the routes that are served and the rules that calls are checked against. */
import { z } from 'zod';
import { createDocument, createSchema, type CreateDocumentOptions, type ZodOpenApiOperationObject } from 'zod-openapi';
import { problemSchema, version } from '../index.ts';
import type { Route } from './call.ts';
import type { VerbRoute } from './verb-routes.ts';

type Content = NonNullable<NonNullable<ZodOpenApiOperationObject['requestBody']>['content']>;
type Media = NonNullable<Content[string]>;
type Schemas = Record<string, ReturnType<typeof createSchema>['schema']>;

const bearer = 'token';
const session = 'page';
const eventNotes = {
  events: 'Events named `change`, until the caller goes or the server closes.',
  long: 'With `Accept: text/event-stream`: events named `progress`, then one named `result` or `problem`.',
};
const problems = {
  '4XX': { $ref: '#/components/responses/problem' },
  '5XX': { $ref: '#/components/responses/problem' },
};

/** The document of everything that is served. */
export function openApiDocument(verbs: readonly VerbRoute[], others: readonly Route[]): object {
  const operations = [
    ...others.map((route) => [route, plainOperation(route)] as const),
    ...verbs.map((route) => [route, verbOperation(route)] as const),
  ];
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const [{ path, methods }, operation] of operations) {
    const alone = methods.length === 1 && others.filter((other) => other.path === path).length < 2;
    for (const method of methods) {
      const operationId = `${operation.operationId}${alone ? '' : `.${method}`}`;
      paths[path] = { ...paths[path], [method.toLowerCase()]: { ...operation, operationId } };
    }
  }
  return createDocument({
    openapi: '3.1.1',
    info: {
      title: 'Madeleine',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
      description: 'The verbs of a memory over HTTP. What they mean is told by the library, whose rules these are.',
    },
    servers: [{ url: '/' }],
    security: [{ [bearer]: [] }, { [session]: [] }],
    paths,
    components: {
      schemas: Object.fromEntries(verbs.flatMap((route) => Object.entries(schemasOf(route)))),
      securitySchemes: {
        [bearer]: { type: 'http', scheme: 'bearer', description: 'A token that `madeleine token create` made.' },
        [session]: {
          type: 'apiKey',
          in: 'cookie',
          name: 'madeleine_PORT',
          description:
            'The session of a page, in a cookie named after the port. It counts in requests of that page alone.',
        },
      },
      responses: {
        problem: {
          description: 'Why it was refused or failed, after RFC 9457.',
          content: { 'application/problem+json': { schema: problemSchema } },
        },
      },
    },
  });
}

/** A route that no verb answers: what it takes and gives is told where it belongs, unless it is JSON of its own. */
function plainOperation(route: Route): ZodOpenApiOperationObject {
  const { path, summary, input, result } = route;
  const security = securityOf(route);
  return {
    operationId: path.replace(/^\/(v1\/)?/, '') || 'index',
    summary,
    requestParams: { path: pathParameters(path) },
    ...(security === undefined ? {} : { security }),
    ...(input === undefined ? {} : { requestBody: { required: true, content: json(input) } }),
    responses: {
      '2XX': { description: 'The answer.', ...(result === undefined ? {} : { content: json(result) }) },
      ...problems,
    },
  };
}

/** What a route asks for; undefined where it is what most do, a token or a page. */
function securityOf({ access, tokensOnly = false }: Route): ZodOpenApiOperationObject['security'] {
  if (access === 'open') return [];
  if (access === 'page') return [{ [session]: [] }];
  return access === 'owner' || tokensOnly ? [{ [bearer]: [] }] : undefined;
}

function pathParameters(path: string): z.ZodObject {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return z.object(Object.fromEntries(names.map((name) => [name, z.string().min(1)])));
}

function json(schema: z.ZodType): Content {
  return { 'application/json': { schema } };
}

/** What the generators of clients make a type of each: `RecallOptions` and `RecallResult`, `SpaceStatsOptions` for a space. */
function typeName({ path, name }: VerbRoute, what: 'Options' | 'Result'): string {
  return `${path.includes('{agent}') ? '' : 'Space'}${name.charAt(0).toUpperCase()}${name.slice(1)}${what}`;
}

function refTo(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** The rules of a result read JSON, so their input is what is sent. */
function schemasOf(route: VerbRoute): Schemas {
  const { input, result, form } = route.verb;
  const schema = (rules: z.ZodType): Schemas[string] => createSchema(rules, { io: 'input', opts: plainTuples }).schema;
  return {
    ...(form === 'upload' ? {} : { [typeName(route, 'Options')]: schema(input) }),
    ...(form === 'download' || form === 'events' ? {} : { [typeName(route, 'Result')]: schema(result) }),
  };
}

/** Generators of clients can't read `items: false`; how many there are says the same. */
const plainTuples: CreateDocumentOptions = {
  override: ({ jsonSchema }) => {
    if (typeof jsonSchema.items === 'boolean') delete jsonSchema.items;
  },
};

function verbOperation(route: VerbRoute): ZodOpenApiOperationObject {
  const { path, name, verb } = route;
  const upload = verb.form === 'upload';
  return {
    operationId: `${path.includes('{agent}') ? 'agent' : 'space'}.${name}`,
    summary: verb.summary,
    description: `Asks for a token of the scope \`${verb.access}\`.`,
    // Whether a client may make the call again that got no answer.
    'x-repeatable': verb.repeatable,
    requestParams: {
      path: pathParameters(path),
      ...(upload ? { query: verb.input } : {}),
    },
    requestBody: {
      required: true,
      content: upload
        ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
        : { 'application/json': { schema: refTo(typeName(route, 'Options')) } },
    },
    responses: { '200': { description: 'What the verb answers.', content: answerContent(route) }, ...problems },
  };
}

/** The forms that an answer can have. */
function answerContent(route: VerbRoute): Content {
  const { form } = route.verb;
  const json: Media = { schema: refTo(typeName(route, 'Result')) };
  if (form === 'json') return { 'application/json': json };
  if (form === 'download') return { 'application/x-ndjson': { schema: { type: 'string' } } };
  const events: Media = {
    schema: { type: 'string', description: form === 'events' ? eventNotes.events : eventNotes.long },
  };
  return form === 'events'
    ? { 'text/event-stream': events }
    : { 'application/json': json, 'text/event-stream': events };
}
