/**
 * What marks a word as technical, so that it weighs more among a memory's concepts: common
 * words of software work, and the endings of file names. Words of everyday talk (`error`,
 * `path`, `table`, `model`) are left out on purpose, since they would lift every sentence.
 */

/** Words of software work, folded as concepts are. */
export const defaultTechnicalTerms: ReadonlySet<string> = new Set(
  `
algorithm ansible api apis apt async auth authentication authorization aws azure backend bash bearer benchmark bigint
boolean bytecode cache changelog chromium ci cli cmake codebase codec commit compiler config container cookie cors cpu
cron crud css csrf csv daemon dataset database databases debugger dependency deployment deserialize django dns docker
dockerfile dom elasticsearch embedding embeddings endpoint endpoints enum eslint express fastapi firewall firestore flask
frontend git github gitlab golang gpu gradle grafana graphql grpc hash haskell heap hostname html http https ide json
jupyter jwt kafka kernel kotlin kubectl kubernetes lambda latency ldap linter linux llm llms localhost lockfile macos
makefile markdown mcp metadata middleware migration mongodb mutex mysql namespace nginx nodejs npm nuget numpy oauth
onnx openai openssl orm pandas payload php pip plugin pnpm podman postgres postgresql powershell prometheus protobuf
pydantic pypi pytest python pytorch rabbitmq react redis redux refactor refactoring regex repo repository rest rollback
rpc ruby runtime rust saml schema sdk semaphore serializer sha256 sqlite sql ssh ssl stacktrace stdin stderr stdout
subnet surrealdb svelte swagger systemd tcp telemetry tensorflow terraform thread timeout tls token tokenizer tokens toml
typescript javascript ubuntu udp unicode url utf8 uuid vector venv vite vitest vue wasm webassembly webhook webpack
websocket xml yaml yarn zsh`
    .trim()
    .split(/\s+/),
);

/** Endings (without the dot) by which a bare word is known for a file name; none is an English word that ends a sentence. */
export const fileExtensions: ReadonlySet<string> = new Set(
  `
astro avi bash bat bib bmp bz2 c cc cfg cjs clj cmd conf cpp cs css csv cts cu cxx dart db dll dmg doc docx dylib
eot epub erl ex exe exs fish flac fs gif go gql gradle graphql gz h heic hpp hrl hs htm html ico ini ino ipynb jar java
jpeg jpg js json json5 jsonc jsonl jsx kt kts less lock log lua m4a map md mdx mjs mkv mov mp3 mp4 mpeg mts ndjson nix
odt ogg onnx otf parquet patch pdf php pkl pl plist png ppt pptx prisma proto ps1 pt py pyc pyi pyx rar rb rs rst rtf
safetensors sass scala scss sh sol sql sqlite surql svelte svg swift tar tex tf tgz tif tiff toml ts tsv tsx
ttf txt vue wasm wav webm webp whl woff woff2 xls xlsx xml xz yaml yml zig zip zsh`
    .trim()
    .split(/\s+/),
);
