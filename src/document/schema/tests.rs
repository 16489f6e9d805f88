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
          "type": "string"
        },
        "whole": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string",
                "minLength": 1
              },
              "part": {
                "type": "array",
                "items": {
                  "type": "object",
                  "properties": {
                    "name": {
                      "type": "string",
                      "minLength": 1
                    },
                    "dice": {
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
          "description": "which contest",
          "type": "string",
          "examples": [
            "combat"
          ]
        },
        "title": {
          "type": "string"
        },
        "side": {
          "description": "who fights",
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string",
                "minLength": 1
              },
              "player": {
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
                "type": "array",
                "items": {
                  "type": "object",
                  "properties": {
                    "name": {
                      "type": "string",
                      "minLength": 1,
                      "examples": [
                        "Dirk"
                      ]
                    },
                    "classes": {
                      "type": "array",
                      "items": {
                        "type": "object",
                        "properties": {
                          "name": {
                            "type": "string",
                            "examples": [
                              "Fighter"
                            ]
                          },
                          "dice": {
                            "description": "how many dice the Class throws; a Class has 1 to 6 dice",
                            "type": "integer",
                            "minimum": 1,
                            "maximum": 6,
                            "examples": [
                              4
                            ]
                          },
                          "cover": {
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
                "type": "array",
                "items": {
                  "type": "object",
                  "properties": {
                    "name": {
                      "type": "string",
                      "minLength": 1,
                      "examples": [
                        "Late"
                      ]
                    },
                    "at_turn": {
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
          "description": "options of the rules",
          "type": "object",
          "properties": {
            "half": {
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
              "description": "whether there is a healer",
              "type": "object",
              "properties": {
                "dice": {
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
              "description": "dice added by name",
              "type": "object",
              "additionalProperties": {
                "type": "integer",
                "minimum": 0
              }
            }
          },
          "additionalProperties": false,
          "default": {}
        },
        "field": {
          "type": "object",
          "properties": {
            "dice": {
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
              "type": "integer",
              "minimum": 0
            },
            "weight": {
              "type": "number",
              "minimum": 0.0,
              "default": 1
            }
          },
          "additionalProperties": false,
          "default": {}
        },
        "expect": {
          "type": "object",
          "properties": {
            "outcomes": {
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
              }
            }
          },
          "additionalProperties": false
        },
        "scene": {
          "description": "what comes behind it",
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string",
                "minLength": 1,
                "examples": [
                  "ambush"
                ]
              },
              "file": {
                "type": "string"
              },
              "contest": {
                "description": "what is played",
                "type": "object",
                "anyOf": [
                  {
                    "type": "object",
                    "properties": {
                      "kind": {
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
                        "type": "array",
                        "items": {
                          "type": "object",
                          "properties": {
                            "name": {
                              "type": "string",
                              "minLength": 1
                            },
                            "player": {
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
                              "type": "array",
                              "items": {
                                "type": "object",
                                "properties": {
                                  "name": {
                                    "type": "string",
                                    "minLength": 1,
                                    "examples": [
                                      "Dirk"
                                    ]
                                  },
                                  "classes": {
                                    "type": "array",
                                    "items": {
                                      "type": "object",
                                      "properties": {
                                        "name": {
                                          "type": "string",
                                          "examples": [
                                            "Fighter"
                                          ]
                                        },
                                        "dice": {
                                          "description": "how many dice the Class throws; a Class has 1 to 6 dice",
                                          "type": "integer",
                                          "minimum": 1,
                                          "maximum": 6,
                                          "examples": [
                                            4
                                          ]
                                        },
                                        "cover": {
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
                              "type": "array",
                              "items": {
                                "type": "object",
                                "properties": {
                                  "name": {
                                    "type": "string",
                                    "minLength": 1,
                                    "examples": [
                                      "Late"
                                    ]
                                  },
                                  "at_turn": {
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
                        "type": "object",
                        "properties": {
                          "half": {
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
                            "description": "whether there is a healer",
                            "type": "object",
                            "properties": {
                              "dice": {
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
                            "description": "dice added by name",
                            "type": "object",
                            "additionalProperties": {
                              "type": "integer",
                              "minimum": 0
                            }
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
                        "description": "Which kind this is.",
                        "type": "string",
                        "oneOf": [
                          {
                            "const": "craft"
                          }
                        ]
                      },
                      "crafter": {
                        "type": "object",
                        "properties": {
                          "name": {
                            "type": "string",
                            "examples": [
                              "Gex"
                            ]
                          },
                          "dice": {
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
