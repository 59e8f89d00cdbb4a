/** The OpenAPI document: made from the routes that are served and the rules that calls are checked against. */
import { z } from 'zod';
import { createDocument, createSchema, type ZodOpenApiOperationObject } from 'zod-openapi';
import { problemSchema, version } from '../index.ts';
import type { Route } from './call.ts';
import type { VerbRoute } from './verb-routes.ts';

type Content = NonNullable<NonNullable<ZodOpenApiOperationObject['requestBody']>['content']>;
type Media = NonNullable<Content[string]>;

const bearer = 'token';
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
  const paths = operations.map(([{ path, methods }, operation]) => [
    path,
    Object.fromEntries(
      methods.map((method) => {
        const one =
          methods.length === 1 ? operation : { ...operation, operationId: `${operation.operationId}.${method}` };
        return [method.toLowerCase(), one];
      }),
    ),
  ]);
  return createDocument({
    openapi: '3.1.1',
    info: {
      title: 'Madeleine',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
      description: 'The verbs of a memory over HTTP. What they mean is told by the library, whose rules these are.',
    },
    servers: [{ url: '/' }],
    security: [{ [bearer]: [] }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        [bearer]: { type: 'http', scheme: 'bearer', description: 'A token that `madeleine token create` made.' },
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

/** A route that no verb answers: what it takes and gives is told where it belongs. */
function plainOperation({ path, access, summary }: Route): ZodOpenApiOperationObject {
  return {
    operationId: path.replace(/^\/(v1\/)?/, ''),
    summary,
    ...(access === 'open' ? { security: [] } : {}),
    responses: { '2XX': { description: 'The answer.' }, ...problems },
  };
}

function verbOperation({ path, name, verb }: VerbRoute): ZodOpenApiOperationObject {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter);
  const parameters = Object.fromEntries(names.map((parameter) => [parameter, z.string().min(1)]));
  const upload = verb.form === 'upload';
  return {
    operationId: `${names.includes('agent') ? 'agent' : 'space'}.${name}`,
    summary: verb.summary,
    description: `Asks for a token of the scope \`${verb.access}\`.`,
    requestParams: {
      path: z.object(parameters),
      ...(upload ? { query: verb.input as z.ZodObject } : {}),
    },
    requestBody: {
      required: true,
      content: upload
        ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
        : { 'application/json': { schema: verb.input } },
    },
    responses: { '200': { description: 'What the verb answers.', content: answerContent(verb) }, ...problems },
  };
}

/** The forms that an answer can have; the rules of a result read JSON, so their input is what is sent. */
function answerContent({ form, result }: VerbRoute['verb']): Content {
  const json: Media = { schema: createSchema(result, { io: 'input' }).schema };
  if (form === 'json') return { 'application/json': json };
  if (form === 'download') return { 'application/x-ndjson': { schema: { type: 'string' } } };
  const events: Media = {
    schema: { type: 'string', description: form === 'events' ? eventNotes.events : eventNotes.long },
  };
  return form === 'events'
    ? { 'text/event-stream': events }
    : { 'application/json': json, 'text/event-stream': events };
}
