/**
 * Everyday words that are also names of pets, people, places, products and companies, as far as the
 * lexicon doesn't tell: written small they mean what they say ("add some pepper").
 */
export const everydayWords: ReadonlySet<string> = new Set(
  `
angel apollo apple bandit banner bath bear bird bishop block blue bolt boots box brick brook brown buck buffalo bug
bunny butter buttercup button candy captain card carol cash castle cat champion chance chase chat cherry chili china
chip chocolate cinnamon clay cloud clover coal coffee comet cookie copper coral cotton court cowboy cream cricket crow
crown crystal daisy dash deal delta diamond dog dollar dolphin dot dove dragon dream duck duke dust eagle earth echo
edge ember emerald express fern finch fire fisher flame flash flora flower focus forest fox freedom friday frost fudge
gap garden gem ghost giant ginger glen gold goose grass gravel green grey hammer happy harmony harvest hash hawk hazel
heart heat heather heaven herb hero hill honey hull ice indigo ink iris iron ivory ivy jade jam jasmine jersey jet
jewel journey judge key king kitty knight lady lake lamp lance lark leaf legend lemon library lightning lime linen
lion lobster lotus magic magnet mango maple marble mars melody mercury meta mint mist misty mocha monkey moon moss
mouse muffin mustard navy nest ninja nova nugget nutmeg oak oasis ocean onion onyx opal opera orchid otter owl panda
panther paper party patch patches peach peanut pebble penguin pepper phantom phoenix pickle pie piper pixel plum pluto
polo pony poppy porter potato powder prince princess puma pumpkin puppy queen quill rabbit radar rain rainbow ranger
raven react reading rebel rest ridge river road robot rock rocket rocky rooster rover royal rugby sable safari saffron
sage sailor salt sand sandwich sapphire satin scarlet scout shade shadow shell sherry shield ship signal silk silver
sky slate smoke smokey smoky snow snowball socks spark sparky sparrow spice spike spirit spot spring sprite square
star steel stella stone storm stripe subway sugar sun sunny sunshine swan table tank tea teams teddy temple thread
thunder tide tiger timber titan toast toffee token topaz tower trip trooper truffle tulip turkey turtle twist velvet
venus viper visa waffle walnut wave whale whiskers willow wind window windows winner wolf wood word world wren yard
zebra zen zoom`
    .trim()
    .split(/\s+/),
);
