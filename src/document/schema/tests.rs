use super::*;
use crate::document::sample::KEYS;

#[test]
fn what_other_documents_may_have_is_demanded_only_of_one_that_stands_alone() {
    static PART: [Key; 2] = [
        Key::required("name", Shape::Text),
        Key::required("dice", Shape::Integer { min: 1, max: 6 }),
    ];
    static WHOLE: [Key; 2] = [
        Key::required("name", Shape::Text),
        Key::required("part", Shape::named_tables(&PART, 1, 6)),
    ];
    static TABLE: [Key; 2] = [
        Key::required("kind", Shape::Text),
        Key::required("whole", Shape::named_tables(&WHOLE, 2, 9)).shared(),
    ];
    insta::assert_snapshot!(serde_json::to_string_pretty(&json_schema("t", &TABLE, "use")).unwrap(), @r#"
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "t",
      "type": "object",
      "properties": {
        "kind": {
          "title": "Kind",
          "type": "string",
          "maxLength": 200
        },
        "whole": {
          "title": "Whole",
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "title": "Name",
                "type": "string",
                "maxLength": 200,
                "minLength": 1
              },
              "part": {
                "title": "Part",
                "type": "array",
                "items": {
                  "type": "object",
                  "properties": {
                    "name": {
                      "title": "Name",
                      "type": "string",
                      "maxLength": 200,
                      "minLength": 1
                    },
                    "dice": {
                      "title": "Dice",
                      "type": "integer",
                      "minimum": 1,
                      "maximum": 6
                    }
                  },
                  "required": [
                    "name"
                  ],
                  "additionalProperties": false
                },
                "maxItems": 6
              }
            },
            "required": [
              "name"
            ],
            "additionalProperties": false
          },
          "maxItems": 9
        }
      },
      "required": [
        "kind"
      ],
      "additionalProperties": false,
      "if": {
        "required": [
          "use"
        ]
      },
      "else": {
        "properties": {
          "whole": {
            "items": {
              "required": [
                "name",
                "part"
              ],
              "properties": {
                "part": {
                  "items": {
                    "required": [
                      "name",
                      "dice"
                    ]
                  },
                  "minItems": 1
                }
              }
            },
            "minItems": 2
          }
        },
        "required": [
          "whole"
        ]
      }
    }
    "#);
}

#[test]
fn the_schema_says_what_the_table_says() {
    let schema = json_schema("sample", &KEYS, "use");
    insta::assert_snapshot!(serde_json::to_string_pretty(&schema).unwrap(), @r#"
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "sample",
      "type": "object",
      "properties": {
        "kind": {
          "title": "Kind",
          "description": "which contest",
          "type": "string",
          "maxLength": 200,
          "examples": [
            "combat"
          ]
        },
        "title": {
          "title": "Title",
          "type": "string",
          "maxLength": 200
        },
        "side": {
          "title": "Side",
          "description": "who fights",
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "title": "Name",
                "type": "string",
                "maxLength": 200,
                "minLength": 1
              },
              "player": {
                "title": "Player",
                "description": "who decides for the side",
                "anyOf": [
                  {
                    "type": "string",
                    "oneOf": [
                      {
                        "const": "finisher"
                      },
                      {
                        "const": "rollout"
                      }
                    ]
                  },
                  {
                    "type": "object",
                    "properties": {
                      "name": {
                        "title": "Name",
                        "type": "string",
                        "oneOf": [
                          {
                            "const": "finisher"
                          },
                          {
                            "const": "rollout"
                          }
                        ],
                        "examples": [
                          "rollout"
                        ]
                      },
                      "playouts": {
                        "title": "Playouts",
                        "type": "integer",
                        "minimum": 1,
                        "maximum": 4096
                      }
                    },
                    "required": [
                      "name"
                    ],
                    "additionalProperties": false
                  }
                ],
                "default": "finisher"
              },
              "combatant": {
                "title": "Combatant",
                "type": "array",
                "items": {
                  "type": "object",
                  "properties": {
                    "name": {
                      "title": "Name",
                      "type": "string",
                      "maxLength": 200,
                      "minLength": 1,
                      "examples": [
                        "Dirk"
                      ]
                    },
                    "classes": {
                      "title": "Classes",
                      "type": "array",
                      "items": {
                        "type": "object",
                        "properties": {
                          "name": {
                            "title": "Name",
                            "type": "string",
                            "maxLength": 200,
                            "examples": [
                              "Fighter"
                            ]
                          },
                          "dice": {
                            "title": "Dice",
                            "description": "how many dice the Class throws; a Class has 1 to 6 dice",
                            "type": "integer",
                            "minimum": 1,
                            "maximum": 6,
                            "examples": [
                              4
                            ]
                          },
                          "cover": {
                            "title": "Cover",
                            "description": "whether it sees through cover",
                            "type": "boolean",
                            "default": false
                          }
                        },
                        "required": [
                          "name",
                          "dice"
                        ],
                        "additionalProperties": false
                      },
                      "minItems": 1,
                      "maxItems": 6
                    },
                    "count": {
                      "title": "Count",
                      "type": "integer",
                      "minimum": 1,
                      "maximum": 99,
                      "default": 1
                    }
                  },
                  "required": [
                    "name",
                    "classes"
                  ],
                  "additionalProperties": false
                },
                "maxItems": 3,
                "default": []
              },
              "reinforcement": {
                "title": "Reinforcement",
                "type": "array",
                "items": {
                  "type": "object",
                  "properties": {
                    "name": {
                      "title": "Name",
                      "type": "string",
                      "maxLength": 200,
                      "minLength": 1,
                      "examples": [
                        "Late"
                      ]
                    },
                    "at_turn": {
                      "title": "At turn",
                      "description": "the turn on which it comes",
                      "type": "integer",
                      "minimum": 1,
                      "maximum": 6
                    }
                  },
                  "required": [
                    "name",
                    "at_turn"
                  ],
                  "additionalProperties": false
                },
                "maxItems": 9,
                "default": []
              }
            },
            "required": [
              "name"
            ],
            "additionalProperties": false
          },
          "minItems": 2,
          "maxItems": 2
        },
        "rules": {
          "title": "Rules",
          "description": "options of the rules",
          "type": "object",
          "properties": {
            "half": {
              "title": "Half",
              "description": "which way halves are rounded, a help so long that it does not fit on the line of its key and has to stand above it",
              "type": "string",
              "oneOf": [
                {
                  "const": "up",
                  "description": "round up"
                },
                {
                  "const": "down",
                  "description": "round down"
                }
              ],
              "default": "up"
            },
            "healer": {
              "title": "Healer",
              "description": "whether there is a healer",
              "type": "object",
              "properties": {
                "dice": {
                  "title": "Dice",
                  "type": "integer",
                  "minimum": 1,
                  "maximum": 6,
                  "examples": [
                    3
                  ]
                }
              },
              "required": [
                "dice"
              ],
              "additionalProperties": false
            },
            "bonus": {
              "title": "Bonus",
              "description": "dice added by name",
              "type": "object",
              "additionalProperties": {
                "type": "integer",
                "minimum": 0
              },
              "maxProperties": 10000
            }
          },
          "additionalProperties": false,
          "default": {}
        },
        "field": {
          "title": "Field",
          "type": "object",
          "properties": {
            "dice": {
              "title": "Dice",
              "description": "faces that are given",
              "type": "array",
              "items": {
                "type": "integer",
                "minimum": 1,
                "maximum": 6
              },
              "minItems": 1
            },
            "size": {
              "title": "Size",
              "type": "integer",
              "minimum": 0
            },
            "weight": {
              "title": "Weight",
              "type": "number",
              "minimum": 0.0,
              "default": 1
            }
          },
          "additionalProperties": false,
          "default": {}
        },
        "expect": {
          "title": "Expect",
          "type": "object",
          "properties": {
            "outcomes": {
              "title": "Outcomes",
              "description": "shares that are promised",
              "type": "object",
              "additionalProperties": {
                "type": "array",
                "items": {
                  "type": "number",
                  "minimum": 0.0,
                  "maximum": 1.0
                },
                "minItems": 2,
                "maxItems": 2
              },
              "maxProperties": 10000
            }
          },
          "additionalProperties": false
        },
        "scene": {
          "title": "Scene",
          "description": "what comes behind it",
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "title": "Name",
                "type": "string",
                "maxLength": 200,
                "minLength": 1,
                "examples": [
                  "ambush"
                ]
              },
              "file": {
                "title": "File",
                "type": "string",
                "maxLength": 200
              },
              "contest": {
                "title": "Contest",
                "description": "what is played",
                "type": "object",
                "anyOf": [
                  {
                    "type": "object",
                    "properties": {
                      "kind": {
                        "title": "Kind",
                        "description": "Which kind this is.",
                        "type": "string",
                        "oneOf": [
                          {
                            "const": "fight",
                            "description": "who stands last"
                          }
                        ]
                      },
                      "side": {
                        "title": "Side",
                        "type": "array",
                        "items": {
                          "type": "object",
                          "properties": {
                            "name": {
                              "title": "Name",
                              "type": "string",
                              "maxLength": 200,
                              "minLength": 1
                            },
                            "player": {
                              "title": "Player",
                              "description": "who decides for the side",
                              "anyOf": [
                                {
                                  "type": "string",
                                  "oneOf": [
                                    {
                                      "const": "finisher"
                                    },
                                    {
                                      "const": "rollout"
                                    }
                                  ]
                                },
                                {
                                  "type": "object",
                                  "properties": {
                                    "name": {
                                      "title": "Name",
                                      "type": "string",
                                      "oneOf": [
                                        {
                                          "const": "finisher"
                                        },
                                        {
                                          "const": "rollout"
                                        }
                                      ],
                                      "examples": [
                                        "rollout"
                                      ]
                                    },
                                    "playouts": {
                                      "title": "Playouts",
                                      "type": "integer",
                                      "minimum": 1,
                                      "maximum": 4096
                                    }
                                  },
                                  "required": [
                                    "name"
                                  ],
                                  "additionalProperties": false
                                }
                              ],
                              "default": "finisher"
                            },
                            "combatant": {
                              "title": "Combatant",
                              "type": "array",
                              "items": {
                                "type": "object",
                                "properties": {
                                  "name": {
                                    "title": "Name",
                                    "type": "string",
                                    "maxLength": 200,
                                    "minLength": 1,
                                    "examples": [
                                      "Dirk"
                                    ]
                                  },
                                  "classes": {
                                    "title": "Classes",
                                    "type": "array",
                                    "items": {
                                      "type": "object",
                                      "properties": {
                                        "name": {
                                          "title": "Name",
                                          "type": "string",
                                          "maxLength": 200,
                                          "examples": [
                                            "Fighter"
                                          ]
                                        },
                                        "dice": {
                                          "title": "Dice",
                                          "description": "how many dice the Class throws; a Class has 1 to 6 dice",
                                          "type": "integer",
                                          "minimum": 1,
                                          "maximum": 6,
                                          "examples": [
                                            4
                                          ]
                                        },
                                        "cover": {
                                          "title": "Cover",
                                          "description": "whether it sees through cover",
                                          "type": "boolean",
                                          "default": false
                                        }
                                      },
                                      "required": [
                                        "name",
                                        "dice"
                                      ],
                                      "additionalProperties": false
                                    },
                                    "minItems": 1,
                                    "maxItems": 6
                                  },
                                  "count": {
                                    "title": "Count",
                                    "type": "integer",
                                    "minimum": 1,
                                    "maximum": 99,
                                    "default": 1
                                  }
                                },
                                "required": [
                                  "name"
                                ],
                                "additionalProperties": false
                              },
                              "maxItems": 3,
                              "default": []
                            },
                            "reinforcement": {
                              "title": "Reinforcement",
                              "type": "array",
                              "items": {
                                "type": "object",
                                "properties": {
                                  "name": {
                                    "title": "Name",
                                    "type": "string",
                                    "maxLength": 200,
                                    "minLength": 1,
                                    "examples": [
                                      "Late"
                                    ]
                                  },
                                  "at_turn": {
                                    "title": "At turn",
                                    "description": "the turn on which it comes",
                                    "type": "integer",
                                    "minimum": 1,
                                    "maximum": 6
                                  }
                                },
                                "required": [
                                  "name"
                                ],
                                "additionalProperties": false
                              },
                              "maxItems": 9,
                              "default": []
                            }
                          },
                          "required": [
                            "name"
                          ],
                          "additionalProperties": false
                        },
                        "maxItems": 2
                      },
                      "rules": {
                        "title": "Rules",
                        "type": "object",
                        "properties": {
                          "half": {
                            "title": "Half",
                            "description": "which way halves are rounded, a help so long that it does not fit on the line of its key and has to stand above it",
                            "type": "string",
                            "oneOf": [
                              {
                                "const": "up",
                                "description": "round up"
                              },
                              {
                                "const": "down",
                                "description": "round down"
                              }
                            ],
                            "default": "up"
                          },
                          "healer": {
                            "title": "Healer",
                            "description": "whether there is a healer",
                            "type": "object",
                            "properties": {
                              "dice": {
                                "title": "Dice",
                                "type": "integer",
                                "minimum": 1,
                                "maximum": 6,
                                "examples": [
                                  3
                                ]
                              }
                            },
                            "additionalProperties": false
                          },
                          "bonus": {
                            "title": "Bonus",
                            "description": "dice added by name",
                            "type": "object",
                            "additionalProperties": {
                              "type": "integer",
                              "minimum": 0
                            },
                            "maxProperties": 10000
                          }
                        },
                        "additionalProperties": false,
                        "default": {}
                      }
                    },
                    "additionalProperties": false
                  },
                  {
                    "type": "object",
                    "properties": {
                      "kind": {
                        "title": "Kind",
                        "description": "Which kind this is.",
                        "type": "string",
                        "oneOf": [
                          {
                            "const": "craft"
                          }
                        ]
                      },
                      "crafter": {
                        "title": "Crafter",
                        "type": "object",
                        "properties": {
                          "name": {
                            "title": "Name",
                            "type": "string",
                            "maxLength": 200,
                            "examples": [
                              "Gex"
                            ]
                          },
                          "dice": {
                            "title": "Dice",
                            "type": "integer",
                            "minimum": 1,
                            "maximum": 6,
                            "examples": [
                              4
                            ]
                          }
                        },
                        "additionalProperties": false
                      },
                      "piles": {
                        "title": "Piles",
                        "type": "integer",
                        "minimum": 1,
                        "maximum": 6,
                        "default": 3
                      }
                    },
                    "additionalProperties": false
                  }
                ]
              }
            },
            "required": [
              "name"
            ],
            "additionalProperties": false,
            "allOf": [
              {
                "if": {
                  "required": [
                    "file"
                  ]
                },
                "else": {
                  "properties": {
                    "contest": {
                      "anyOf": [
                        {
                          "required": [
                            "kind",
                            "side"
                          ],
                          "properties": {
                            "kind": {
                              "const": "fight"
                            },
                            "side": {
                              "items": {
                                "required": [
                                  "name"
                                ],
                                "properties": {
                                  "combatant": {
                                    "items": {
                                      "required": [
                                        "name",
                                        "classes"
                                      ]
                                    }
                                  },
                                  "reinforcement": {
                                    "items": {
                                      "required": [
                                        "name",
                                        "at_turn"
                                      ]
                                    }
                                  }
                                }
                              },
                              "minItems": 1
                            },
                            "rules": {
                              "properties": {
                                "healer": {
                                  "required": [
                                    "dice"
                                  ]
                                }
                              }
                            }
                          }
                        },
                        {
                          "required": [
                            "kind",
                            "crafter"
                          ],
                          "properties": {
                            "kind": {
                              "const": "craft"
                            },
                            "crafter": {
                              "required": [
                                "name",
                                "dice"
                              ]
                            }
                          }
                        }
                      ]
                    }
                  }
                }
              }
            ]
          },
          "maxItems": 9
        }
      },
      "required": [
        "kind",
        "side"
      ],
      "additionalProperties": false
    }
    "#);
}
